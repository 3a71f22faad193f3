export { EditProjectPage } from './EditProjectPage.tsx'
export { NewProjectPage } from './NewProjectPage.tsx'
