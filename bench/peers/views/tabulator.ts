import { TabulatorFull } from 'tabulator-tables'
import 'tabulator-tables/dist/css/tabulator.min.css'
import { presentView } from '../../views/view-peer.ts'

let table: TabulatorFull | null = null

// Rows are drawn near the viewport only, which is its default for a table with a height.
presentView({
  show(host, nodes) {
    table = new TabulatorFull(host, {
      data: [...nodes],
      height: '100%',
      layout: 'fitColumns',
      columns: [
        { title: 'Title', field: 'title', widthGrow: 4, editor: 'input' },
        { title: 'Status', field: 'status', editor: 'input' },
        { title: 'Start date', field: 'startDate', editor: 'input' },
        { title: 'Due date', field: 'dueDate', editor: 'input' },
        { title: 'Estimate', field: 'estimate', editor: 'number' },
        { title: 'Priority', field: 'priority', editor: 'input' },
      ],
    })
  },
  hide() {
    table?.destroy()
    table = null
  },
})
