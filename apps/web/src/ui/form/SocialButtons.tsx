import { Button } from '../Button.tsx'
import styles from './SocialButtons.module.css'

interface SocialButtonsProps {
  readonly providers: readonly { readonly id: string; readonly label: string }[]
  /** What comes before the provider's name. */
  readonly verb: string
  /** The provider being gone to. */
  readonly busyId: string | null
  onChoose(providerId: string): void
}

/** The other ways in, below the form. Nothing where there are none. */
export function SocialButtons({ providers, verb, busyId, onChoose }: SocialButtonsProps) {
  if (providers.length === 0) return null
  return (
    <div className={styles.ways}>
      <p className={styles.or}>
        <span>or</span>
      </p>
      {providers.map(({ id, label }) => (
        <Button key={id} isBusy={busyId === id} className={styles.way} onClick={() => onChoose(id)}>
          <span aria-hidden="true" className={styles.mark}>
            {label.slice(0, 1)}
          </span>
          {`${verb} ${label}`}
        </Button>
      ))}
    </div>
  )
}
