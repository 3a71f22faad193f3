import { spawnSync } from 'node:child_process'

const names = ['chromium', 'chromium-browser', 'google-chrome']

function findCommand(commands: readonly string[]): string | null {
  const script = commands.map((name) => `command -v ${name}`).join(' || ')
  return spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout.trim() || null
}

/** Returns the system's own browser; null when there is none. */
export const findBrowser = (): string | null => findCommand(names)

/**
 * The same engine without the windows and pages of the browser itself, if the system has it: journeys need a sixth less
 * time (docs/decisions/0094).
 */
export const findJourneyBrowser = (): string | null => findCommand(['chromium-headless-shell', ...names])

/** Starts it without prompts, on machines without a display. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Playwright's own list: a second switch of the same name replaces the first. */
const offInPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/**
 * The suggestions below the address bar, which nobody sees in a test, are pages of the browser itself. Each window loads
 * them in a process of their own, which took a seventh of the processor in all journeys.
 */
const pagesOfAddressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/** For journeys, which open hundreds of windows. Benches measure the browser as people have it. */
export const journeyArgs = [
  ...browserArgs,
  `--disable-features=${[...offInPlaywright, ...pagesOfAddressBar].join(',')}`,
]
