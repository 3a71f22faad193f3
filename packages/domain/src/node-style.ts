import { limits } from './limits.ts'

export interface NodeStyle {
  readonly backgroundColor: string
  readonly processing: boolean
}

export const defaultNodeStyle: NodeStyle = { backgroundColor: limits.nodeColour, processing: false }

const hexColor = /^#[0-9a-f]{6}$/iu

/** Only a plain hex colour: anything else would be a stranger's style sheet on everybody's page. */
export const isHexColor = (value: string): boolean => hexColor.test(value)

/** What an update says of style, laid over the present one; null and left out say nothing. */
export const applyStyleUpdate = (
  present: NodeStyle,
  update: {
    readonly backgroundColor?: string | null | undefined
    readonly processing?: boolean | null | undefined
  },
): NodeStyle => ({
  backgroundColor: update.backgroundColor ?? present.backgroundColor,
  processing: update.processing ?? present.processing,
})
