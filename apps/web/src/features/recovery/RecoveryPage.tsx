import { FlowMessages } from '../../actions/FlowWords.tsx'
import { pageConfig } from '../../data/config/index.ts'
import { AuthPage } from '../../ui/form/EntryPage.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { type RecoveryForm, useRecovery } from './use-recovery.ts'

export function RecoveryPage() {
  const recovery = useRecovery()
  const { state, attempt } = recovery
  const sendsMail = pageConfig().features.mail !== false
  return (
    <AuthPage
      title="Forgot your password?"
      heading="Forgot your password?"
      lead={describeStep(recovery.isCodeSent, sendsMail)}
      footer={<Link to="/login">Back to log in</Link>}
    >
      {/* The identity service says that a code was sent, which is not so without mail. */}
      {(sendsMail || !recovery.isCodeSent) && (
        <FlowMessages state={state} outcome={attempt.outcome} onRetry={recovery.startOver} />
      )}
      {recovery.isCodeSent ? <CodeForm recovery={recovery} /> : <EmailForm recovery={recovery} />}
    </AuthPage>
  )
}

function describeStep(isCodeSent: boolean, sendsMail: boolean): string {
  if (isCodeSent) {
    return sendsMail
      ? 'Enter the code from the mail. Then you can choose a new password.'
      : 'This server sends no mail: the code was recorded, not sent. Ask whoever runs the server for it, and enter it here.'
  }
  return sendsMail
    ? 'We send a code to your address. With it you can choose a new password.'
    : 'This server sends no mail: a code is recorded for whoever runs the server. With it you can choose a new password.'
}

const EmailForm = ({ recovery: { attempt, email, setEmail, sendCode } }: { readonly recovery: RecoveryForm }) => (
  <Form errors={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={sendCode}>
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      isRequired
      value={email}
      onChange={setEmail}
      error={attempt.outcome.fields['email']}
    />
    <SubmitButton isBusy={attempt.busy === 'email'}>Send code</SubmitButton>
  </Form>
)

const CodeForm = ({ recovery }: { readonly recovery: RecoveryForm }) => {
  const { attempt, code, setCode, enterCode, startOver } = recovery
  return (
    <Form errors={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={enterCode}>
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        isRequired
        value={code}
        onChange={setCode}
        error={attempt.outcome.fields['code']}
      />
      <SubmitButton isBusy={attempt.busy === 'code'}>Continue</SubmitButton>
      <Button variant="quiet" size="small" onClick={startOver}>
        No mail? Start again
      </Button>
    </Form>
  )
}
