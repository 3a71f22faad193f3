import { FlowMessages } from '../../actions/FlowWords.tsx'
import { useLogOut } from '../../actions/log-out.ts'
import { findFlowNode, listProviders } from '../../data/identity/index.ts'
import { pageConfig } from '../../data/config/index.ts'
import { AuthPage } from '../../ui/form/EntryPage.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { SocialButtons } from '../../ui/form/SocialButtons.tsx'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { type LoginForm, useLogin } from './use-login.ts'

export function LoginPage() {
  const login = useLogin()
  const { state, attempt, search } = login
  const flow = state.kind === 'open' ? state.flow : null
  const isConfirming = flow?.refresh === true
  return (
    <AuthPage
      title="Log in"
      heading={isConfirming ? 'Confirm it is you' : 'Log in'}
      footer={isConfirming ? <LogOutInstead /> : <SignInLinks search={search} />}
    >
      <FlowMessages state={state} outcome={attempt.outcome} onRetry={login.retry} />
      {(flow === null || findFlowNode(flow, 'password') !== null) && <PasswordLoginForm login={login} />}
      <SocialButtons
        providers={flow === null ? pageConfig().socialProviders : listProviders(flow)}
        verb="Sign in with"
        busyId={attempt.busy}
        onChoose={login.signInWith}
      />
    </AuthPage>
  )
}

const SignInLinks = ({ search }: { readonly search: string }) => (
  <>
    <Link to="/recovery">Forgot your password?</Link>
    <span>
      New here? <Link to={`/register${search}`}>Sign up</Link>
    </span>
  </>
)

/** A forgotten password can be recovered only without a session. */
function LogOutInstead() {
  const logOut = useLogOut()
  return (
    <span>
      Not you, or forgotten?{' '}
      <Button size="small" onClick={() => void logOut()}>
        Log out
      </Button>
    </span>
  )
}

function PasswordLoginForm({ login }: { readonly login: LoginForm }) {
  const { attempt } = login
  const { fields } = attempt.outcome
  return (
    <Form errors={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={login.logIn}>
      <TextField
        label="Email"
        name="identifier"
        type="email"
        autoComplete="username"
        isRequired
        isReadOnly={login.isEmailFixed}
        value={login.email}
        onChange={login.setEmail}
        error={fields['identifier']}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        isRequired
        value={login.password}
        onChange={login.setPassword}
        error={fields['password']}
      />
      <SubmitButton isBusy={attempt.busy === 'password'}>Log in</SubmitButton>
    </Form>
  )
}
