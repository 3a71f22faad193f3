import type { Branch } from '@espalier/domain'

const leaf = (title: string, status: Branch['status'] = 'todo'): Branch => ({ title, status, children: [] })

/** A small plan to look at and to pull apart. */
export const example: Branch = {
  title: 'A kitchen garden by June',
  status: 'progress',
  children: [
    {
      title: 'Find the place',
      status: 'done',
      backgroundColor: '#bbffd8',
      children: [leaf('Six hours of sun a day', 'done'), leaf('Water within reach', 'done')],
    },
    {
      title: 'Build the beds',
      status: 'progress',
      children: [leaf('Order boards and soil', 'progress'), leaf('Ask two friends to help'), leaf('Lay the paths')],
    },
    {
      title: 'Choose what to grow',
      status: 'todo',
      backgroundColor: '#bbc0ff',
      body: '<p>Only what we like to eat.</p>',
      children: [leaf('Herbs near the door'), leaf('A pear along the wall')],
    },
  ],
}
