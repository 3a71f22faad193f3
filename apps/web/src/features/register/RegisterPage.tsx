import { FlowMessages } from '../../actions/FlowWords.tsx'
import { listProviders } from '../../data/identity/index.ts'
import { pageConfig } from '../../data/config/index.ts'
import { AuthPage } from '../../ui/form/EntryPage.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { SocialButtons } from '../../ui/form/SocialButtons.tsx'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { Link } from '../../ui/Link.tsx'
import { type RegistrationForm, useRegistration } from './use-register.ts'

export function RegisterPage() {
  const registration = useRegistration()
  const { state, attempt, search } = registration
  const flow = state.kind === 'open' ? state.flow : null
  return (
    <AuthPage
      title="Sign up"
      heading="Create your account"
      footer={
        <span>
          Already have an account? <Link to={`/login${search}`}>Log in</Link>
        </span>
      }
    >
      {registration.invited !== null && (
        <p>
          You are invited: sign up with <strong>{registration.invited}</strong>, and everything is open to you.
        </p>
      )}
      <FlowMessages state={state} outcome={attempt.outcome} onRetry={registration.retry} />
      <PasswordSignUpForm registration={registration} />
      <SocialButtons
        providers={flow === null ? pageConfig().socialProviders : listProviders(flow)}
        verb="Sign up with"
        busyId={attempt.busy}
        onChoose={registration.signUpWith}
      />
    </AuthPage>
  )
}

function PasswordSignUpForm({ registration }: { readonly registration: RegistrationForm }) {
  const { attempt } = registration
  const { fields } = attempt.outcome
  return (
    <Form errors={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={registration.signUp}>
      <TextField
        label="Email"
        name="traits.email"
        type="email"
        autoComplete="email"
        isRequired
        value={registration.email}
        onChange={registration.setEmail}
        error={fields['traits.email']}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters, and not close to your email."
        isRequired
        value={registration.password}
        onChange={registration.setPassword}
        error={fields['password']}
      />
      <SubmitButton isBusy={attempt.busy === 'password'}>Sign up</SubmitButton>
    </Form>
  )
}
