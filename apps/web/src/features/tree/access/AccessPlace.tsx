import { type ComponentType, useEffect, useState } from 'react'
import type { AccessNoticeProps } from './AccessNotice.tsx'

type AccessPlaceProps = Omit<AccessNoticeProps, 'reason'> & { readonly reason: AccessNoticeProps['reason'] | null }

/** Loads the notice for those who need it. If it cannot be loaded, the project is still readable without it. */
export function AccessPlace({ reason, ...rest }: AccessPlaceProps) {
  const [Notice, setNotice] = useState<ComponentType<AccessNoticeProps> | null>(null)
  const isNeeded = reason !== null
  useEffect(() => {
    if (!isNeeded) return
    void import('./AccessNotice.tsx').then(
      ({ AccessNotice }) => setNotice(() => AccessNotice),
      () => undefined,
    )
  }, [isNeeded])
  return isNeeded && Notice !== null ? <Notice {...rest} reason={reason} /> : null
}
