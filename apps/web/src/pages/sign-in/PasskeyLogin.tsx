import { canUsePasskeys, signWithPasskey } from '../../api/identity/passkeys.ts'
import { findFlowNode, type Flow } from '../../api/identity/flow.ts'
import * as payloads from '../../api/identity/payloads.ts'
import { identityClient } from '../../api/session/identity.ts'
import type { FlowAttempt } from '../../shared/flow-attempt.tsx'
import { signInTexts } from '../../texts/sign-in.ts'
import { twoStepTexts } from '../../texts/two-step.ts'
import { Button } from '../../ui/Button.tsx'
import { formError } from '../../ui/form/Form.tsx'

interface PasskeyLoginProps {
  readonly flow: Flow
  readonly attempt: FlowAttempt
}

/** Logs in with a passkey of this device; hidden where the browser knows none. */
export function PasskeyLogin({ flow, attempt }: PasskeyLoginProps) {
  if (!canUsePasskeys()) return null
  const logIn = async () => {
    const answer = await signWithPasskey(findFlowNode(flow, 'passkey_challenge')?.value ?? '')
    if (answer === null) return attempt.showOutcome(formError(twoStepTexts.passkeys.failed))
    const fields = { method: 'passkey', passkey_login: answer }
    await attempt.submit('passkey', (current) =>
      identityClient.submitFlow(current, payloads.factorPayload(current, fields)),
    )
  }
  return (
    <Button isBusy={attempt.busy === 'passkey'} onClick={() => void logIn()}>
      {signInTexts.signInWithPasskey}
    </Button>
  )
}
