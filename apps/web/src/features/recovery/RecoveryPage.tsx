import { FlowWords } from '../../actions/FlowWords.tsx'
import { EntryPage } from '../../ui/form/EntryPage.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { type Recovery, useRecovery } from './use-recovery.ts'

export function RecoveryPage() {
  const recovery = useRecovery()
  const { state, attempt } = recovery
  return (
    <EntryPage
      title="Forgot your password?"
      heading="Forgot your password?"
      lead={
        recovery.isCodeSent
          ? 'Enter the code from the mail. Then you can choose a new password.'
          : 'We send a code to your address. With it you can choose a new password.'
      }
      footer={<Link to="/login">Back to log in</Link>}
    >
      <FlowWords state={state} outcome={attempt.outcome} onRetry={recovery.startOver} />
      {recovery.isCodeSent ? <CodeForm recovery={recovery} /> : <EmailForm recovery={recovery} />}
    </EntryPage>
  )
}

const EmailForm = ({ recovery: { attempt, email, setEmail, sendCode } }: { readonly recovery: Recovery }) => (
  <Form outcome={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={sendCode}>
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

const CodeForm = ({ recovery }: { readonly recovery: Recovery }) => {
  const { attempt, code, setCode, enterCode, startOver } = recovery
  return (
    <Form outcome={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={enterCode}>
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
      <Button look="quiet" size="small" onClick={startOver}>
        No mail? Start again
      </Button>
    </Form>
  )
}
