import type { SharingIcon as IconName } from '@espalier/domain'
import Globe from 'lucide-react/icons/globe'
import Lock from 'lucide-react/icons/lock'
import Users from 'lucide-react/icons/users'

const icons = { lock: Lock, globe: Globe, 'user-group': Users } as const satisfies Record<IconName, unknown>

interface SharingIconProps {
  readonly icon: IconName
  readonly size?: number
}

/** Lock, globe or user group. It is decoration: the caller shows one of `sharingIconTexts`. */
export function SharingIcon({ icon, size = 18 }: SharingIconProps) {
  const Icon = icons[icon]
  return <Icon size={size} aria-hidden="true" />
}
