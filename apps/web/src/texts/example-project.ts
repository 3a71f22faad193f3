import { defineTexts } from '@espalier/domain'

/** The example: each node is what its title says. */
export const exampleTexts = defineTexts('example', {
  project: 'Your first plan',
  plan: 'Your first plan',
  lookAround: 'Look around',
  pan: 'Drag the background to move around',
  grow: 'Let it grow',
  child: 'Press Tab or + to add a child',
  sibling: 'Press Enter to add a sibling',
  rename: 'Type to rename a node',
  markDone: 'Click the circle to mark it done',
  described: 'This one has a description',
  description:
    '<p>Anything that does not fit into a title goes here: paragraphs, lists, links, quotes.</p><p><strong>Ctrl+Enter</strong> opens this panel, <strong>Esc</strong> closes it. Changes are saved automatically.</p>',
  twoParents: 'This one has two parents',
  folded: 'Folded branch - click 2',
  move: 'Drag a node onto another to move it',
  undo: 'Undo brings everything back',
})
