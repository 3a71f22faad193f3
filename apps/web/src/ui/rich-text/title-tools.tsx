import Bold from 'lucide-react/icons/bold'
import Subscript from 'lucide-react/icons/subscript'
import Superscript from 'lucide-react/icons/superscript'
import type { ReactNode } from 'react'
import type { titleFormatTexts } from '../../texts/rich-text.ts'
import type { ActiveFormats } from './EditorToolbar.tsx'
import styles from './title-tools.module.css'

export interface TitleFormat {
  readonly format: 'bold' | 'script' | 'size'
  /** False: the default of its kind. */
  readonly value: string | boolean
}

/** A formatting tool for titles. */
export interface TitleTool extends TitleFormat {
  readonly name: keyof typeof titleFormatTexts
  readonly face: ReactNode
}

// The stylesheet draws the letter: as text it would become part of the node's name.
const sizeIcon = (size: 'small' | 'medium' | 'large' | 'huge') => <span className={styles[size]} />

export const titleFormatTools: readonly TitleTool[] = [
  { name: 'bold', face: <Bold size={18} />, format: 'bold', value: true },
  { name: 'subscript', face: <Subscript size={18} />, format: 'script', value: 'sub' },
  { name: 'superscript', face: <Superscript size={18} />, format: 'script', value: 'super' },
  { name: 'small', face: sizeIcon('small'), format: 'size', value: 'small' },
  { name: 'medium', face: sizeIcon('medium'), format: 'size', value: false },
  { name: 'large', face: sizeIcon('large'), format: 'size', value: 'large' },
  { name: 'huge', face: sizeIcon('huge'), format: 'size', value: 'huge' },
]

/** Several values under one selection arrive as a list. */
export function isTitleFormatActive({ format, value }: TitleFormat, here: ActiveFormats): boolean {
  const present = here[format] ?? false
  return (format === 'size' && present === 'medium' ? false : present) === value
}
