export { SharingHost } from './SharingHost.tsx'
