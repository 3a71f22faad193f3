export { bundleServer as setup } from './bundle.ts'
