export { PricingPage } from './PricingPage.tsx'
