import { timeResolutions } from '@espalier/domain'
import ChartLine from 'lucide-react/icons/chart-line'
import { useCell, type WritableCell } from '../../../platform/cell.ts'
import { Menu, MenuCheckbox, MenuNote, MenuRadios, MenuSeparator } from '../../../ui/Menu.tsx'
import type { MetricSettings } from '../workbench/view-settings.ts'
import styles from './Toolbar.module.css'

const choices = timeResolutions.map((one) => [one, `By ${one}`] as const)

export function MetricsMenu({ metrics }: { readonly metrics: WritableCell<MetricSettings> }) {
  const settings = useCell(metrics)
  const become = (change: Partial<MetricSettings>) => metrics.set({ ...metrics.get(), ...change })
  return (
    <Menu label="Metrics" className={styles.tool} face={<ChartLine size={18} aria-hidden="true" />}>
      <MenuCheckbox isChosen={settings.showProgress} onChoose={(showProgress) => become({ showProgress })}>
        Show progress
      </MenuCheckbox>
      <MenuCheckbox isChosen={settings.showBurnup} onChoose={(showBurnup) => become({ showBurnup })}>
        Show burn-up
      </MenuCheckbox>
      <MenuSeparator />
      <MenuNote>Time resolution</MenuNote>
      <MenuRadios
        label="Time resolution"
        choices={choices}
        chosen={settings.timeResolution}
        onChoose={(timeResolution) => become({ timeResolution })}
      />
    </Menu>
  )
}
