import type { SharingIcon as IconName } from '@espalier/domain'
import Globe from 'lucide-react/icons/globe'
import Lock from 'lucide-react/icons/lock'
import Users from 'lucide-react/icons/users'

const icons = { lock: Lock, globe: Globe, 'user-group': Users } as const satisfies Record<IconName, unknown>

/** The icon's text for screen readers. */
export const sharingIconTexts: Readonly<Record<IconName, string>> = {
  lock: 'Not shared',
  globe: 'Anyone with the link can view',
  'user-group': 'Shared with people',
}

interface SharingIconProps {
  readonly icon: IconName
  readonly size?: number
}

/** Lock, globe or user group. It is decoration: the caller shows its text. */
export function SharingIcon({ icon, size = 18 }: SharingIconProps) {
  const Icon = icons[icon]
  return <Icon size={size} aria-hidden="true" />
}
