import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'

interface MoreButtonProps {
  readonly label: string
  readonly className: string | undefined
  /** Returns false if the next page could not be loaded. */
  onLoad(): Promise<boolean>
}

/** Loads the next page before the person has scrolled to the end. After a failure it waits for a press. */
export function MoreButton({ label, className, onLoad }: MoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const load = useCallback(async () => {
    setState('busy')
    setState((await onLoad()) ? 'idle' : 'failed')
  }, [onLoad])
  useEffect(() => {
    const element = button.current
    if (state !== 'idle' || element === null || typeof IntersectionObserver !== 'function') return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && void load(), {
      rootMargin: '800px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [state, load])
  return (
    <Button ref={button} isBusy={state === 'busy'} className={className} onClick={() => void load()}>
      {label}
    </Button>
  )
}
