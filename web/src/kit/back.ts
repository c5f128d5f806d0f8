import { useNavigate } from 'react-router';

/** Goes back to the page before; to the parent when the visit began here. */
export function useGoBack(parent = '/') {
  const navigate = useNavigate();
  return () => {
    // The router counts its entries: behind the first page of a tab there is nothing, or another site.
    const place = (window.history.state as { idx?: number } | null)?.idx ?? 0;
    return place > 0 ? navigate(-1) : navigate(parent, { replace: true });
  };
}
