import { defineTexts } from '@espalier/domain'

/** The tour that anybody can try without an account. */
export const tourTexts = defineTexts('tour', {
  title: (productName: string) => `Try ${productName}`,
  nothingStored: 'This is a real plan to play with. Nothing you do here is stored.',
  startOver: 'Start over',
  signUp: 'Sign up',
  newProject: 'Start your own project',

  steps: 'Things to try',
  stepDone: 'done',
  step: {
    add: 'Select a node and press Tab, or click its +, to add a child',
    rename: 'Type on a selected node to rename it',
    status: 'Click a circle to mark progress',
    move: 'Drag a node onto another',
    undo: 'Undo anything',
  },
  allDone: "That's all it takes.",

  plan: 'Open a garden café',
  place: 'Find a place',
  visit: 'Visit three gardens',
  lease: 'Sign the lease',
  kitchen: 'Set up the kitchen',
  oven: 'Buy an oven',
  inspection: 'Pass the inspection',
  opening: 'Opening day',
  neighbors: 'Invite the neighbors',
  bake: 'Bake for eighty',
})
