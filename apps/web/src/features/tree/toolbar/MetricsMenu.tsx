import ChartLine from 'lucide-react/icons/chart-line'
import type { WritableCell } from '../../../platform/cell.ts'
import { Menu } from '../../../ui/Menu.tsx'
import type { MetricSettings } from '../workbench/view-settings.ts'
import styles from './Toolbar.module.css'
import { preloadableComponent } from '../../../ui/lazy-part.tsx'

const MetricItems = preloadableComponent(async () => (await import('./ToolItems.tsx')).MetricItems)

export const MetricsMenu = ({ metrics }: { readonly metrics: WritableCell<MetricSettings> }) => (
  <Menu label="Metrics" className={styles.tool} triggerContent={<ChartLine size={18} aria-hidden="true" />}>
    <MetricItems metrics={metrics} />
  </Menu>
)
