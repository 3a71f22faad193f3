import type { MapTheme } from '../workspace/view-settings.ts'
import type { BranchColor, PaletteColor } from '../map/theme/node-colors.ts'

/** The colors of a map theme, as an exported picture needs them. */
export interface PictureColors {
  readonly ground: string
  readonly ink: string
  readonly muted: string
  readonly edge: string
  readonly faint: string
  readonly fills: Readonly<Record<PaletteColor, string>>
  readonly root: { readonly fill: string; readonly ink: string }
  readonly statuses: { readonly progress: string; readonly done: string }
  readonly overdue: { readonly fill: string; readonly ink: string }
  readonly branches: Readonly<Record<BranchColor, string>>
}

/**
 * The light colors of every map theme: pictures are printed too, so they are never dark. They repeat
 * ../map/theme/map-theme.module.css, and the test compares the two, because the map itself must not load them.
 */
export const pictureColors: Readonly<Record<MapTheme, PictureColors>> = {
  paper: {
    ground: '#f6f4ec',
    ink: '#1f2a22',
    muted: '#55604f',
    edge: '#858270',
    faint: '#bdb9a7',
    fills: { default: '#fffefa', green: '#d5f0dc', blue: '#dfe2fb', pink: '#fbe0ee' },
    root: { fill: '#2c5f45', ink: '#fffefa' },
    statuses: { progress: '#8a5300', done: '#2a6b47' },
    overdue: { fill: '#b3261e', ink: '#ffffff' },
    branches: {
      none: '#858270',
      hue0: '#3f7a57',
      hue1: '#b2532f',
      hue2: '#4a6aa5',
      hue3: '#8a5a94',
      hue4: '#8f6a0c',
      hue5: '#2b7a83',
      green: '#2c8053',
      blue: '#5a62c0',
      pink: '#b5487f',
    },
  },
  plain: {
    ground: '#ffffff',
    ink: '#1c2024',
    muted: '#5b636b',
    edge: '#80868d',
    faint: '#c3c8ce',
    fills: { default: '#f7f8f9', green: '#ddf3e4', blue: '#e4e6fd', pink: '#fde5f0' },
    root: { fill: '#1c2024', ink: '#ffffff' },
    statuses: { progress: '#8a5300', done: '#2a6b47' },
    overdue: { fill: '#b3261e', ink: '#ffffff' },
    branches: {
      none: '#80868d',
      hue0: '#3f7a57',
      hue1: '#b2532f',
      hue2: '#4a6aa5',
      hue3: '#8a5a94',
      hue4: '#8f6a0c',
      hue5: '#2b7a83',
      green: '#2c8053',
      blue: '#5a62c0',
      pink: '#b5487f',
    },
  },
  contrast: {
    ground: '#ffffff',
    ink: '#000000',
    muted: '#3d3d3d',
    edge: '#000000',
    faint: '#8f8f8f',
    fills: { default: '#ffffff', green: '#c6f7d8', blue: '#d0d4ff', pink: '#ffd3ea' },
    root: { fill: '#000000', ink: '#ffffff' },
    statuses: { progress: '#6b3a00', done: '#004d24' },
    overdue: { fill: '#8c0b0b', ink: '#ffffff' },
    branches: {
      none: '#000000',
      hue0: '#00572c',
      hue1: '#8c2a00',
      hue2: '#003e99',
      hue3: '#6a1580',
      hue4: '#5c4400',
      hue5: '#00525c',
      green: '#005c30',
      blue: '#2a2fa8',
      pink: '#8f0a55',
    },
  },
}
