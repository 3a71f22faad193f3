import '../../ui/tokens.css'
import '../../ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setProductName } from '../../platform/page-lifecycle.ts'
import { BrowserRouter } from '../../platform/router.tsx'
import { loadLanguage } from '../../texts/language.ts'
import { Toasts } from '../../ui/Toasts.tsx'
import { ScenesPage } from './ScenesPage.tsx'

// This page is served by the development server of `npm run dev` alone, and needs no server behind it.
const container = document.getElementById('root')
if (container === null) throw new Error('The page has no #root element')
setProductName('Espalier')
await loadLanguage()
createRoot(container).render(
  <StrictMode>
    <BrowserRouter>
      <ScenesPage />
      <Toasts />
    </BrowserRouter>
  </StrictMode>,
)
