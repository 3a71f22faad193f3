import { FlowMessages } from '../../actions/FlowWords.tsx'
import { AuthPage } from '../../ui/form/EntryPage.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { useVerification, type VerificationForm } from './use-verification.ts'

export function VerificationPage() {
  const verification = useVerification()
  const { state, attempt, email, isSignedIn, goOn } = verification
  const step = state.kind === 'open' ? state.flow.state : 'choose_method'
  const lead = {
    choose_method: 'We send a code to your address. Enter it here, so that others can find you and share with you.',
    sent_email: `Check your email: we sent a code to ${email}.`,
    passed_challenge: 'You can log in now.',
  }[step]
  return (
    <AuthPage
      title="Verify your email"
      heading="Verify your email"
      {...(lead !== undefined && { lead })}
      footer={
        isSignedIn ? (
          <Button variant="quiet" onClick={goOn}>
            Later
          </Button>
        ) : (
          <span>
            <Link to="/login">Log in</Link> or <Link to="/recovery">choose a new password</Link>
          </span>
        )
      }
    >
      <FlowMessages state={state} outcome={attempt.outcome} onRetry={verification.retry} />
      {step === 'choose_method' && <EmailForm verification={verification} />}
      {step === 'sent_email' && <CodeForm verification={verification} />}
    </AuthPage>
  )
}

const EmailForm = ({ verification }: { readonly verification: VerificationForm }) => {
  const { attempt, email, setEmail, sendCode } = verification
  return (
    <Form errors={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={sendCode}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        isRequired
        value={email}
        onChange={setEmail}
        error={attempt.outcome.fields['email']}
      />
      <SubmitButton isBusy={attempt.busy === 'email'}>Send code</SubmitButton>
    </Form>
  )
}

const CodeForm = ({ verification }: { readonly verification: VerificationForm }) => {
  const { attempt, code, setCode, enterCode, sendCode } = verification
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
      <SubmitButton isBusy={attempt.busy === 'code'}>Verify</SubmitButton>
      <Button variant="quiet" size="small" isBusy={attempt.busy === 'email'} onClick={sendCode}>
        Send a new code
      </Button>
    </Form>
  )
}
