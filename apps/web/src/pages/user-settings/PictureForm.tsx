import { pictureLimits, pictureTexts } from '@espalier/domain'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { fetchOwnPicture, type OwnPicture, removePicture, savePicture } from '../../api/account/own-picture.ts'
import type { ApiResult } from '../../api/graphql/api-result.ts'
import { formatPersonName, useAuth } from '../../api/session/session.ts'
import { smallPicture } from '../../platform/small-picture.ts'
import { userSettingsTexts } from '../../texts/user-settings.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { toast } from '../../ui/Toasts.tsx'
import { FormMessage } from '../../ui/form/Form.tsx'
import styles from './UserSettings.module.css'

const acceptedTypes = ['image/png', 'image/jpeg', 'image/webp']
const previewPx = 96

interface ChosenPicture {
  readonly blob: Blob
  readonly url: string
}

/** Shows the own picture and lets the person choose another one, with a preview, or remove it. */
export function PictureForm() {
  const auth = useAuth()
  const [own, setOwn] = useState<OwnPicture | null>(null)
  const [chosen, setChosen] = useChosenPicture()
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState<'save' | 'remove' | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    let isCurrent = true
    void fetchOwnPicture().then((answer) => {
      if (isCurrent && answer.ok) setOwn(answer.value)
    })
    return () => {
      isCurrent = false
    }
  }, [])
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Resets the input so that the same file can be chosen again.
    target.value = ''
    if (file === undefined) return
    const blob = acceptedTypes.includes(file.type) ? await smallPicture(file, pictureLimits.sidePx) : null
    setTrouble(blob === null ? pictureTexts.unreadable : '')
    setChosen(blob)
  }
  const send = async (what: 'save' | 'remove', asking: Promise<ApiResult<OwnPicture>>) => {
    setBusy(what)
    const answer = await asking
    setBusy(null)
    setTrouble(answer.ok ? '' : answer.message)
    if (!answer.ok) return
    setOwn(answer.value)
    setChosen(null)
    toast.success(what === 'save' ? pictureTexts.saved : pictureTexts.removed)
  }
  const texts = userSettingsTexts.picture
  const name = auth.kind === 'person' ? formatPersonName(auth.person) : ''
  return (
    <Card>
      <h2 className={styles.heading}>{texts.heading}</h2>
      {trouble !== '' && <FormMessage tone="error" text={trouble} />}
      <div className={styles.picture}>
        <Avatar name={name} picture={chosen?.url ?? own?.picture ?? null} size={previewPx} />
        <div className={styles.choices}>
          <p>{chosen === null ? describePicture(own) : texts.preview}</p>
          <input
            ref={input}
            type="file"
            aria-label={texts.file}
            accept={acceptedTypes.join(',')}
            hidden
            onChange={(event) => void choose(event)}
          />
          <div className={styles.buttons}>
            <Button onClick={() => input.current?.click()}>{texts.choose}</Button>
            {chosen !== null && (
              <>
                <Button
                  variant="primary"
                  isBusy={busy === 'save'}
                  onClick={() => void send('save', savePicture(chosen.blob))}
                >
                  {texts.save}
                </Button>
                <Button variant="quiet" onClick={() => setChosen(null)}>
                  {texts.cancel}
                </Button>
              </>
            )}
            {chosen === null && own?.kind === 'chosen' && (
              <Button variant="danger" isBusy={busy === 'remove'} onClick={() => void send('remove', removePicture())}>
                {texts.remove}
              </Button>
            )}
          </div>
        </div>
      </div>
    </Card>
  )
}

function describePicture(own: OwnPicture | null): string {
  const texts = userSettingsTexts.picture
  if (own?.kind === 'chosen') return texts.chosen
  return own?.kind === 'fetched' ? texts.fetched : texts.none
}

/** The blob's address takes memory until it is revoked. */
function useChosenPicture(): [ChosenPicture | null, (blob: Blob | null) => void] {
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  useEffect(() => () => (chosen === null ? undefined : URL.revokeObjectURL(chosen.url)), [chosen])
  return [chosen, (blob) => setChosen(blob === null ? null : { blob, url: URL.createObjectURL(blob) })]
}
