import Gantt from 'frappe-gantt'
import './gantt-chart.css'
import { presentView } from '../../views/view-peer.ts'

presentView({
  show(host, nodes) {
    const tasks = nodes.map(({ id, title, startDate, dueDate, status }) => ({
      id,
      name: title,
      start: startDate,
      end: dueDate,
      progress: status === 'done' ? 100 : 0,
    }))
    const chart = new Gantt(host, tasks, {
      view_mode: 'Week',
      infinite_padding: false,
      scroll_to: 'start',
      container_height: host.clientHeight,
    })
    Object.assign(host, { chart })
  },
  hide: (host) => host.replaceChildren(),
})
