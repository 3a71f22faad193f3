import { useEffect, useRef } from 'react'
import { copyText } from '../platform/clipboard.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/Toasts.tsx'
import fieldStyles from '../ui/form/field.module.css'
import styles from './NewSecret.module.css'

interface NewSecretProps {
  readonly label: string
  readonly secret: string
  readonly texts: {
    readonly secretOnce: string
    readonly copy: string
    readonly copied: string
    readonly done: string
  }
  onDone(): void
}

/** Shows a new secret, which is never shown again. It takes the focus, so that nobody overlooks it. */
export function NewSecret({ label, secret, texts, onDone }: NewSecretProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const copy = async () => {
    if (await copyText(secret)) toast.success(texts.copied)
    else input.current?.focus()
  }
  return (
    <div className={styles.secret}>
      <p>{texts.secretOnce}</p>
      <input
        ref={input}
        type="text"
        readOnly
        aria-label={label}
        value={secret}
        translate="no"
        className={fieldStyles.input}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.buttons}>
        <Button variant="primary" onClick={() => void copy()}>
          {texts.copy}
        </Button>
        <Button onClick={onDone}>{texts.done}</Button>
      </div>
    </div>
  )
}
