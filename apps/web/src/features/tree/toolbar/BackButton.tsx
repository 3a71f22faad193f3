import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useNavigate } from 'react-router'
import { browser } from '../../../platform/navigation.ts'
import { ToolButton } from './ToolButton.tsx'

export function BackButton() {
  const navigate = useNavigate()
  const goBack = () => void (browser.hasPast() ? navigate(-1) : navigate('/projects'))
  return <ToolButton label="Back" Icon={ArrowLeft} onClick={goBack} />
}
