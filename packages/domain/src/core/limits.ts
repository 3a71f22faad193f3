/** The numbers that the page and the server must agree on, with their units in their names. */
export const limits = {
  invitesPerSend: 5,
  invitesPerLifetime: 5,
  autosaveMs: 5_000,
  trackerRetestMs: 1_000,
  searchDebounceMs: 200,
  panDebounceMs: 50,
  relayoutDebounceMs: 0,
  apiBatch: { operations: 50, windowMs: 1 },
  socketRetry: { initialMs: 1_000, maxMs: 5_000, attempts: 5 },
  trashRetentionDays: 30,
  listClockMs: 5_000,
  passwordBytes: { min: 8 },
  emailLength: 254,

  /** The range of positions among siblings. */
  position: { min: 0, max: 10_000 },
  /** A new last sibling takes this fraction of the remaining room. */
  appendShare: 64,
  /** Siblings closer together are spread out again. */
  narrowestGap: 1e-6,
  /** Spread siblings get this much room, times log2 of their number. */
  relabelSpacing: 1e-3,
  /** The longest chain from a root to a leaf. */
  chainNodes: 1_000,

  excerptGraphemes: { max: 100, kept: 97 },
  zoomPercent: { min: 25, max: 500, reset: 100, steps: [25, 50, 75, 90, 100, 125, 150, 200, 350, 500] },
  /** The margin around nodes that are fitted into the view or revealed. */
  viewMarginPx: { fit: 40, reveal: 24 },
  /** The area drawn beyond each edge, as a fraction of the view; it is redrawn after the zoom changed by this ratio. */
  drawnAhead: { marginShare: 0.5, zoomRatio: 1.5 },
  gestures: {
    dragDistancePx: { mouse: 4, pen: 6, touch: 10 },
    longPressMs: 500,
    doublePressMs: 400,
    doublePressDistancePx: 16,
    /** The distance at which a dragged node snaps, in screen pixels. */
    snapDistancePx: 48,
    /** The fraction of a box at either end that means beside it and not onto it. */
    besideShare: 0.25,
    autopan: { edgePx: 40, pxPerSecond: 900 },
    wheel: { linePx: 16, zoomPerPx: 0.01, zoomMostPx: 25 },
  },
  gridSpacingPx: 20,
  nodeSizePx: { width: 200, height: 50 },
  /** A box is as wide as its title needs within this range; a node without a title of its own has the default width. */
  nodeWidthPx: { min: 120, max: 320 },
  nodeColour: '#fffabb',
  nodePalette: ['#fffabb', '#bbffd8', '#bbc0ff', '#ffbbe2'],
  dimmedOpacity: 0.3,
  presence: { avatars: 5, spacedAvatars: 3, spacingPx: 32, overlapPx: 15, shownNodes: 100 },
  navigationWindowPx: { height: 500, width: 500, span: 2_000, gap: 10 },
  transitionMs: { min: 50, max: 100 },
  layoutSpacingPx: {
    /** tree-down and tree-up: the distance between siblings, and between levels. */
    vertical: { sibling: 10, level: 50 },
    /** tree-left and tree-right. */
    horizontal: { sibling: 10, level: 70 },
  },
  linkAnchorOffsetPx: { min: 3, max: 4 },
  burnupSizePx: { width: 500, height: 350 },
  roadmap: { months: 12, quarters: 4 },
  demoTreeNodes: 500,
  fullPercent: 100,
} as const

/** Import and export limits are separate so that other pages do not load them. */
export const exchangeLimits = {
  /** The limits of one paste. */
  paste: { characters: 4_000_000, nodes: 10_000, titleCharacters: 20_000, bodyCharacters: 1_000_000 },
  /** The limits of an imported file. An archive member that expands by more than the ratio is a bomb. */
  files: {
    bytes: 50_000_000,
    nodes: 100_000,
    elements: 2_000_000,
    archiveRatio: { times: 200, fromBytes: 10_000_000 },
    /** A topic of XMind takes three levels. */
    jsonLevels: 3_100,
    linkSteps: 5_000_000,
  },
  /** A file is uploaded in parts. */
  part: { nodes: 1_000, characters: 250_000 },
  /** An unfinished upload is dropped after this time. */
  keptMs: 3_600_000,
  /** The limits per person: open at a time, and started within a minute. */
  openImports: 3,
  importsPerMinute: 30,
  /** At most this many links to other projects are checked. */
  linkedProjects: 100,
  progressAfterMs: 1_000,
  /** The largest picture of a map that browsers can paint. */
  picture: { scale: 2, sidePx: 16_384, pixels: 100_000_000, marginPx: 40 },
} as const

/** Sharing limits are separate, because most pages share nothing. */
export const sharingLimits = {
  messageCharacters: 1_000,
  inviteLink: { uses: 10_000, years: 10 },
  /** Mails about shared projects per day: from one person to all, and from one person to another. */
  mailsPerSenderAndDay: 100,
  mailsPerPairAndDay: 5,
} as const

/** Limits of incoming markup and JSON are separate so that the page does not load them. */
export const markupLimits = {
  /** Nobody writes deeper nesting, and browsers and parsers slow down with the number of open tags. */
  openTags: 100,
  tags: 50_000,
  /** The longest sequence. No script stacks more marks on one letter; composed emoji need up to seven. */
  combiningMarks: 8,
  /** The JSON field of a project. */
  json: { characters: 2_000_000, textCharacters: 1_000_000, keyCharacters: 1_000, values: 200_000 },
} as const

/** Limits of a project's fields. They are separate so that pages without a project do not load them. */
export const planLimits = {
  assignees: 20,
  tagsPerNode: 20,
  blockersPerNode: 1_000,
  estimate: 100_000,
  /** The lists of a project. */
  tags: 200,
  stages: 20,
  fields: 50,
  views: 100,
  nameCharacters: 60,
  /** The choices of one own field. */
  options: 100,
  /** Values of own fields. */
  textCharacters: 1_000,
  linkCharacters: 2_000,
  view: { filterCharacters: 1_000, settingsCharacters: 2_000 },
} as const
