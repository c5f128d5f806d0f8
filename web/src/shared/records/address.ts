/** A record, and what it belongs to. */
interface Located {
  readonly id: string;
  /** Of a document, the name of its file. */
  readonly title: string;
  /** What it belongs to: a deposit's contract, or what a document is of. */
  readonly ownerId: string;
  /** Of a document, what that is. */
  readonly ownerType: string;
  /** Of a document of a deposit, the deposit's contract. */
  readonly ownerContractId: string;
}

/** Where a record is shown. */
export function addressOf(
  kind: 'CONTRACT' | 'DEPOSIT' | 'PROJECT' | 'TASK' | 'DOCUMENT' | 'USER',
  record: Located,
): string {
  const { id, ownerId } = record;
  switch (kind) {
    case 'CONTRACT':
      return `/contracts/${id}`;
    case 'DEPOSIT':
      return `/contracts/${ownerId}/security-deposit/${id}`;
    case 'PROJECT':
      return `/projects/${id}`;
    case 'TASK':
      return `/project-tasks/${id}`;
    case 'USER':
      return `/admin/users/${id}`;
    case 'DOCUMENT':
      return documentAddress(record);
  }
}

/** A document is shown where its record has its documents; there it is the one that is looked for. */
function documentAddress({ title, ownerId, ownerType, ownerContractId }: Located): string {
  const search = `?${new URLSearchParams({ fileName: title })}`;
  switch (ownerType) {
    case 'DEPOSIT':
      return `/contracts/${ownerContractId}/security-deposit/${ownerId}/documents${search}`;
    case 'PROJECT':
      return `/projects/${ownerId}/documents${search}`;
    case 'TASK':
      return `/project-tasks/${ownerId}/documents${search}`;
    case 'VEHICLE':
      return `/vehicles${search}`;
    case 'VEHICLE_INSURANCE':
      return `/vehicle-insurance${search}`;
    case 'PAYMENT':
      return `/payments${search}`;
    default:
      return `/contracts/${ownerId}/supporting-docs${search}`;
  }
}
