import { defineTexts, formatQuantity } from '@espalier/domain'
import type { FilterProblem } from '@espalier/domain/planning-filter'

type MissingName = Pick<FilterProblem, 'key' | 'value'>

const nameMissing = ({ key, value }: MissingName): string => {
  if (key === 'assignee') return `Nobody here has the address “${value}”.`
  if (key === 'tag') return `There is no tag “${value}”.`
  return key === 'stage' ? `There is no stage “${value}”.` : `“${value}” is no value of ${key}.`
}

/** The filter box of a project and its saved views. They are loaded with the box. */
export const filterTexts = defineTexts('filter', {
  filter: 'Filter',
  filterNodes: 'Filter nodes',
  placeholder: 'assignee:me due:<7d',
  matches: (found: number, all: number) => `${found} of ${all}`,
  dimOthers: 'Dim others',
  clear: 'Clear filter',
  close: 'Close filter',
  suggestions: 'Suggestions',
  suggestionCount: (count: number) => formatQuantity(count, 'suggestion'),
  /** The values that may follow the keys of the filter's grammar. */
  keyHints: {
    assignee: 'me, none or an email address',
    tag: 'the name of a tag',
    priority: 'low, medium, high, urgent or >=high',
    status: 'todo, progress, done or open',
    stage: 'the name of a stage',
    due: 'today, overdue, none, a date or <7d',
    start: 'today, none, a date or <7d',
    estimate: 'none or a number',
    is: 'mine, ready, blocked, critical or unread',
    has: 'description, link or comments',
  },
  ownField: 'a field of this project',
  unreadable: (word: string) => `“${word}” is searched for as text.`,
  nameMissing,
})

export const savedViewTexts = defineTexts('savedViews', {
  savedViews: 'Saved views',
  none: 'No saved views yet',
  everybody: 'Everybody',
  onlyMe: 'Only me',
  save: 'Save this filter…',
  /** There is no filter. */
  saveView: 'Save this view…',
  edit: 'Edit views…',
  saveTitle: 'Save this filter',
  saveViewTitle: 'Save this view',
  editTitle: (name: string) => `Edit ${name}`,
  name: 'Name',
  filter: 'Filter',
  currentFilter: 'Use the current filter',
  currentView: 'Use the current view and filter',
  opens: (view: string) => `Opens the view ${view}, with its settings of now.`,
  visibleTo: 'Visible to',
  editView: (name: string) => `Edit ${name}`,
  deleteView: (name: string) => `Delete ${name}`,
  deleteQuestion: (name: string) => `Delete the view “${name}”?`,
  deleteShared: (name: string) => `Delete the view “${name}” for everybody?`,
  noName: 'Please enter a name',
  saveButton: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  saved: (name: string) => `Saved the view “${name}”`,
  deleted: (name: string) => `Deleted the view “${name}”`,
})
