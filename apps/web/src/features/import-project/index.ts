export { ImportProjectPage } from './ImportProjectPage.tsx'
