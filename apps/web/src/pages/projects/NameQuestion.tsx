import { useState } from 'react'
import { describeFormError } from '../../api/identity/error-texts.ts'
import type { FlowResult } from '../../api/identity/flow-result.ts'
import { findFlowNode } from '../../api/identity/flow.ts'
import * as payloads from '../../api/identity/payloads.ts'
import { forgetSignUp } from '../../api/session/pending-sign-in.ts'
import { identityClient } from '../../api/session/identity.ts'
import { auth, useAuth } from '../../api/session/session.ts'
import { useFlow } from '../../api/session/use-flow.ts'
import { renewFlowAfterError, type SubmitFailure, useFlowAttempt } from '../../shared/flow-attempt.tsx'
import { nameQuestionTexts as texts } from '../../texts/name-question.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { toast } from '../../ui/Toasts.tsx'
import { Form, formError } from '../../ui/form/Form.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import styles from './NameQuestion.module.css'

const nameFields = ['traits.firstname', 'traits.lastname'] as const

/** The account has two fields. They are always shown one after the other, so it does not matter where a name is split. */
function splitName(name: string): { readonly firstname: string; readonly lastname: string } {
  const [firstname = '', ...rest] = name.trim().split(/\s+/u)
  return { firstname, lastname: rest.join(' ') }
}

interface NameQuestionProps {
  /** The question is answered or skipped. */
  onDone(): void
}

/** Asks a new person for a name, because others would see an email address for ever. */
export function NameQuestion({ onDone }: NameQuestionProps) {
  const [name, setName] = useState('')
  const state = useAuth()
  const opened = useFlow({
    kind: 'settings',
    flowId: null,
    onSignedOut: () => auth.clear(),
    onReplaced: () => undefined,
  })
  const end = () => {
    forgetSignUp()
    // The focus would be lost with the form.
    document.getElementById('main')?.focus({ preventScroll: true })
    onDone()
  }
  const handleAnswer = async (answer: FlowResult): Promise<SubmitFailure | 'left'> => {
    switch (answer.kind) {
      case 'flow':
        toast.success(texts.saved(name.trim().replaceAll(/\s+/gu, ' ')))
        end()
        await auth.check()
        return 'left'
      case 'redirect':
      case 'signed-in':
      case 'registered':
        return { kind: 'unexpected', status: 200, statusText: 'OK' }
      default:
        await renewFlowAfterError(answer, opened)
        return answer
    }
  }
  const attempt = useFlowAttempt({
    fields: nameFields,
    findFlow: opened.current,
    handleAnswer,
    describeError: describeFormError,
  })
  const save = () => {
    const names = splitName(name)
    if (names.firstname === '') return attempt.showOutcome(formError('', { 'traits.firstname': texts.missing }))
    return void attempt.submit('name', (flow) => {
      const known = state.kind === 'person' ? state.person.email : ''
      const email = findFlowNode(flow, 'traits.email')?.value ?? known
      return identityClient.submitFlow(flow, payloads.profilePayload(flow, { ...names, email }))
    })
  }
  const wrong = attempt.outcome.fields
  return (
    <Card className={styles.question}>
      <h2>{texts.heading}</h2>
      <p>{texts.reason}</p>
      <Form errors={attempt.outcome} isBusy={attempt.busy !== null} onSubmit={save}>
        <div className={styles.answer}>
          <TextField
            label={texts.name}
            name="traits.firstname"
            autoComplete="name"
            value={name}
            onChange={setName}
            error={wrong['traits.firstname'] ?? wrong['traits.lastname']}
          />
          <div className={styles.buttons}>
            <Button type="submit" isBusy={attempt.busy !== null}>
              {texts.save}
            </Button>
            <Button variant="quiet" onClick={end}>
              {texts.skip}
            </Button>
          </div>
        </div>
      </Form>
    </Card>
  )
}
