import { defineTexts } from '@espalier/domain'

/** When a branch or the project may be done. Dates arrive formatted. */
export const forecastTexts = defineTexts('forecast', {
  heading: 'When',
  loading: 'Simulating…',
  /** After the range of dates from the middle to the late one. */
  futures: (date: string) => `85 of 100 simulated futures end by ${date}.`,
  explanation:
    'Half of them end by the first date. Each future draws its pace and added work from what was done in this project so far.',
  done: 'Everything is done.',
  'too-little': 'No forecast yet. It needs 8 nodes done on 4 different days, the first of them at least a week ago.',
  failed: 'No forecast. This browser could not compute it. Use a browser from 2023 or later.',
  'too-far': 'No forecast. With the pace and the added work so far, the end is more than ten years away.',
})
