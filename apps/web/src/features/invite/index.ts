export { InviteDialog } from './InviteDialog.tsx'
