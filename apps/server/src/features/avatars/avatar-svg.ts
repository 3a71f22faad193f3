import { createHash } from 'node:crypto'
import { getInitials } from '@espalier/domain'

import { html } from '../../markup/html.ts'

/** Initials on a colour of their own: always the same for one person, dark enough for white letters. */
export function renderInitialsSvg(userId: string, name: string): string {
  const hue = createHash('sha256').update(userId).digest().readUInt16BE(0) % 360
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">
    <rect width="96" height="96" fill="hsl(${hue} 45% 32%)" />
    <text
      x="48"
      y="50"
      fill="#fff"
      font-family="system-ui, sans-serif"
      font-size="38"
      font-weight="600"
      text-anchor="middle"
      dominant-baseline="central"
    >
      ${getInitials(name)}
    </text>
  </svg>`.text
}
