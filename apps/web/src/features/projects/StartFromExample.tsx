import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toasts/toast.ts'

const exampleNotLoadedText = 'The example could not be loaded. Check your connection, then try again.'

/** For those who would rather take something apart than begin with nothing. */
export function StartFromExample() {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    const answer = await createExampleProject()
    if (answer?.ok === true) return void navigate(`/tree/${answer.value.id}`)
    setBusy(false)
    if (answer === null) toast.error(exampleNotLoadedText, { isPersistent: true })
    else if (!answer.failure.isReported) toast.error(answer.failure.text, { isPersistent: true })
  }
  return (
    <Button isBusy={isBusy} onClick={() => void start()}>
      Start from an example
    </Button>
  )
}

/** Null: what makes it did not come. */
async function createExampleProject() {
  const loaded = await import('../../actions/example/create-example.ts').catch(() => null)
  return loaded === null ? null : loaded.createExampleProject()
}
