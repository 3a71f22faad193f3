export type { AvatarOptions } from './avatar-options.ts'
export { avatarRoutes } from './avatar-routes.ts'
