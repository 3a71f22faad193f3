import { getInitials } from '@espalier/domain'
import { useState } from 'react'
import styles from './Avatar.module.css'

interface AvatarProps {
  readonly name: string
  readonly picture: string | null
  readonly size?: number
}

/** Pictures that the browser has in memory: these are drawn at once, also in rows that are scrolled into view. */
const loadedPictures = new Set<string>()

/** A person's picture, or their initials. It is decoration: the caller shows the name. */
export function Avatar({ name, picture, size = 32 }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const box = { width: size, height: size, fontSize: Math.round(size * 0.4) }
  if (picture !== null && picture !== broken)
    return (
      <img
        alt=""
        // The main content of the page is loaded first. A lazy picture is drawn a frame late even if it is in memory.
        loading={loadedPictures.has(picture) ? 'eager' : 'lazy'}
        src={picture}
        className={styles.avatar}
        style={box}
        referrerPolicy="no-referrer"
        onLoad={() => loadedPictures.add(picture)}
        onError={() => setBroken(picture)}
      />
    )
  return <span aria-hidden="true" className={styles.avatar} style={box} data-initials={getInitials(name)} />
}
