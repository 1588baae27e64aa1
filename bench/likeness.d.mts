type Contestant = {
  title: string;
  url: string;
  requests: Record<string, { answer: { text(): Promise<string> } }>;
};
export function refuseUnlike(running: Contestant[]): Promise<void>;
