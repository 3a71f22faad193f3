import Bold from 'lucide-react/icons/bold'
import Subscript from 'lucide-react/icons/subscript'
import Superscript from 'lucide-react/icons/superscript'
import type { ReactNode } from 'react'
import type { FormatsHere } from './marks.ts'
import styles from './TitleMarks.module.css'

export interface TitleFormat {
  readonly format: 'bold' | 'script' | 'size'
  /** False: the plain one of its kind. */
  readonly value: string | boolean
}

/** One tool of a title. */
export interface TitleMark extends TitleFormat {
  readonly label: string
  readonly face: ReactNode
}

// The letter is drawn by the stylesheet: written here, it would be part of what a node seems to say.
const letter = (size: 'small' | 'medium' | 'large' | 'huge') => <span className={styles[size]} />

export const titleMarks: readonly TitleMark[] = [
  { label: 'Bold', face: <Bold size={18} />, format: 'bold', value: true },
  { label: 'Subscript', face: <Subscript size={18} />, format: 'script', value: 'sub' },
  { label: 'Superscript', face: <Superscript size={18} />, format: 'script', value: 'super' },
  { label: 'Small', face: letter('small'), format: 'size', value: 'small' },
  { label: 'Medium', face: letter('medium'), format: 'size', value: false },
  { label: 'Large', face: letter('large'), format: 'size', value: 'large' },
  { label: 'Huge', face: letter('huge'), format: 'size', value: 'huge' },
]

/** Several values under one selection come as a list. */
export function isMarked({ format, value }: TitleFormat, here: FormatsHere): boolean {
  const present = here[format] ?? false
  return (format === 'size' && present === 'medium' ? false : present) === value
}
