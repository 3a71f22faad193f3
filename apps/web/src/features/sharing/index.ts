export { SharingDialogHost } from './SharingHost.tsx'
