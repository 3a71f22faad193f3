import react from '@vitejs/plugin-react'
import { defineProject } from 'vitest/config'

export default defineProject({
  plugins: [react()],
  test: {
    name: 'web',
    root: import.meta.dirname,
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    include: ['{src,vite,service-worker}/**/*.test.{ts,tsx}'],
    // Loading the libraries and a window anew for each file took more than half of the time (docs/decisions/0092).
    isolate: false,
    setupFiles: ['src/testing/fresh-page.ts', 'src/testing/setup.ts'],
    sequence: { setupFiles: 'list' },
    // It adds itself to the window when it is loaded, so each file that imports it must load it.
    server: { deps: { inline: ['fake-indexeddb'] } },
    restoreMocks: true,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
