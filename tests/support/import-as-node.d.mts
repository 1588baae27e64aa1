export function importAsNode<Module>(address: string): Promise<Module>;
