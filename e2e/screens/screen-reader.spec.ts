import { ask } from '../support/api.ts'
import { expect, register, test } from '../support/test.ts'
import { findTreeItem, openTree, pick, createTree } from '../support/tree.ts'

test('announces levels, names, status, folds and positions of the tree, the panel and the project list', async ({
  page,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId, ids } = await createTree(page, 'Orchard', {
    Orchard: { Pears: { Wires: {} }, Plums: { Nets: {} }, Figs: {} },
  })
  const update = (title: string, changed: object) =>
    ask(page, 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }', {
      id: ids.get(title),
      data: changed,
    })
  await update('Pears', { status: 'progress', body: '<p>Along the <strong>south</strong> wall.</p>' })
  await update('Plums', { hideChildren: true })
  await update('Figs', { status: 'done' })
  await update('Wires', { parentIds: [ids.get('Pears'), ids.get('Figs')] })

  await openTree(page, projectId)
  await pick(page, 'Pears')
  await expect(page.getByRole('tree')).toMatchAriaSnapshot(`
    - tree "Orchard":
      - treeitem "Orchard" [expanded] [level=1]:
        - 'button "Status: to do"'
        - button "Hide children"
      - treeitem "Pears" [expanded] [level=2] [selected]:
        - 'button "Status: in progress"'
        - button "Hide children"
        - button "Node menu"
        - button "Add child"
        - button "Add a parent link"
      - treeitem "Wires" [level=3]:
        - 'button "Status: to do"'
      - treeitem "Plums" [level=2]:
        - 'button "Status: to do"'
        - button "Show children"
      - treeitem "Figs" [expanded] [level=2]:
        - 'button "Status: done"'
        - button "Hide children"
  `)
  const positions = await page
    .getByRole('treeitem')
    .evaluateAll((items) =>
      items.map((item) => `${item.ariaLabel} ${item.ariaLevel}: ${item.ariaPosInSet} of ${item.ariaSetSize}`),
    )
  expect(positions).toEqual([
    'Orchard 1: 1 of 1',
    'Pears 2: 1 of 3',
    'Wires 3: 1 of 1',
    'Plums 2: 2 of 3',
    'Figs 2: 3 of 3',
  ])
  await expect(findTreeItem(page, 'Plums')).toHaveAttribute('aria-expanded', 'false')
  await expect(findTreeItem(page, 'Wires')).toHaveAccessibleDescription('also under Figs')

  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await expect(page.getByRole('complementary', { name: 'Node details' })).toMatchAriaSnapshot(`
    - complementary "Node details":
      - heading "Pears" [level=2]
      - button "Close panel"
      - group "Fields":
        - text: Status
        - combobox "Status"
        - text: Assignees
        - combobox "Assignees"
        - text: Start date
        - textbox "Start date"
        - button "Open calendar"
        - text: Due date
        - textbox "Due date"
        - button "Open calendar"
        - text: Estimate
        - textbox "Estimate"
        - text: points Priority
        - combobox "Priority"
        - text: Tags
        - combobox "Tags"
      - text: Description
      - toolbar "Description formatting"
      - textbox "Description":
        - paragraph:
          - text: Along the
          - strong: south
          - text: wall.
  `)

  await page.goto('/projects')
  await expect(page.getByRole('link', { name: 'Orchard' })).toBeVisible()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Projects" [level=1]
      - navigation "Project filters":
        - list:
          - listitem:
            - link "All Projects"
      - region "All Projects":
        - searchbox "Filter by name"
        - table:
          - rowgroup:
            - row "Name Status Owner Updated Actions":
              - columnheader "Name":
                - button "Name"
              - columnheader "Status":
                - button "Status"
              - columnheader "Owner":
                - button "Owner"
              - columnheader "Updated":
                - button "Updated"
              - columnheader "Actions"
          - rowgroup:
            - row /^Orchard In Progress .+ Actions for Orchard$/:
              - cell "Orchard":
                - link "Orchard"
              - cell "In Progress"
              - cell /@example.com/
              - cell /ago|now/:
                - time
              - cell "Actions for Orchard":
                - button "Actions for Orchard"
  `)
})
