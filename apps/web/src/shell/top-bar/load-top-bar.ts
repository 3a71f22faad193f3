/** It comes after the first paint, or ahead where it is sure to be needed. */
export const loadTopBar = async () => (await import('./TopBar.tsx')).TopBar
