import { defineTexts } from '@espalier/domain'

/** The contents of the toolbar's menus. They are loaded with the first that opens. */
export const toolbarMenuTexts = defineTexts('toolbarMenus', {
  colors: { '#fffabb': 'Default', '#bbffd8': 'Green', '#bbc0ff': 'Blue', '#ffbbe2': 'Pink' },
  visibility: {
    showCompleted: 'Show done',
    showInProgress: 'Show in progress',
    showToDo: 'Show to do',
    showHidden: 'Show folded branches',
  },
  /** Shows the arrows of all dependencies. Otherwise only those of the selection are shown. */
  allArrows: 'Show all dependencies',
  onNodes: 'On nodes',
  chips: {
    assignees: 'Assignees',
    dates: 'Dates',
    priority: 'Priority',
    tags: 'Tags',
    estimate: 'Estimate',
    rollUp: 'Roll-up',
  },
  mapTheme: 'Map theme',
  mapThemes: { paper: 'Paper', plain: 'Plain', contrast: 'Contrast' },
  showProgress: 'Show progress',
  progressByEstimate: 'Progress by estimate',
  showBurnup: 'Show burn-up',
  timeResolution: 'Time resolution',
  resolutions: {
    second: 'By second',
    minute: 'By minute',
    hour: 'By hour',
    day: 'By day',
    week: 'By week',
    month: 'By month',
  },
})
