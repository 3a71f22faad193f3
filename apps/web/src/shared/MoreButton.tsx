import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'

interface MoreButtonProps {
  readonly label: string
  readonly className: string | undefined
  /** Returns false if the next page could not be loaded. */
  onLoad(): Promise<boolean>
}

interface Loading {
  readonly state: 'idle' | 'busy' | 'failed'
}

/** Loads the next page before the person has scrolled to the end. After a failure it waits for a press. */
export function MoreButton({ label, className, onLoad }: MoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  // An object, and another one after each page: a page that arrives before the button is rendered as busy changes no
  // state, but it needs a new observer, too, because an observer reports only changes.
  const [loading, setLoading] = useState<Loading>({ state: 'idle' })
  const load = useCallback(async () => {
    setLoading({ state: 'busy' })
    setLoading({ state: (await onLoad()) ? 'idle' : 'failed' })
  }, [onLoad])
  useEffect(() => {
    const element = button.current
    if (loading.state !== 'idle' || element === null || typeof IntersectionObserver !== 'function') return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && void load(), {
      rootMargin: '800px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [loading, load])
  return (
    <Button ref={button} isBusy={loading.state === 'busy'} className={className} onClick={() => void load()}>
      {label}
    </Button>
  )
}
