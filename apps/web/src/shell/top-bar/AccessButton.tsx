import Plus from 'lucide-react/icons/plus'
import { useNavigate } from 'react-router'
import { pageConfig } from '../../data/config/index.ts'
import { Button } from '../../ui/Button.tsx'

/** Adds a project, or leads to the plan where there is no product access. */
export function AddProjectButton({ hasAccess }: { readonly hasAccess: boolean }) {
  const navigate = useNavigate()
  if (!hasAccess && pageConfig().features.billing === 'none') return null
  if (!hasAccess)
    return (
      <Button variant="primary" size="small" onClick={() => void navigate('/pricing')}>
        Subscribe
      </Button>
    )
  return (
    <Button variant="primary" size="small" onClick={() => void navigate('/projects/add')}>
      <Plus size={16} />
      Project
    </Button>
  )
}
