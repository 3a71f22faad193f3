import { Calendar } from '@fullcalendar/core'
import dayGridPlugin from '@fullcalendar/daygrid'
import { presentView } from '../../views/view-peer.ts'

let calendar: Calendar | null = null

presentView({
  show(host, nodes) {
    calendar = new Calendar(host, {
      plugins: [dayGridPlugin],
      initialView: 'dayGridMonth',
      height: '100%',
      // As many as fit into a day, as in our month.
      dayMaxEvents: true,
      events: nodes.map(({ id, title, dueDate }) => ({ id, title, start: dueDate, allDay: true })),
    })
    calendar.render()
  },
  hide() {
    calendar?.destroy()
    calendar = null
  },
})
