export { avatarRoutes, type AvatarOptions } from './avatar-routes.ts'
