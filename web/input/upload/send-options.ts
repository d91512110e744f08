/** An attachment as the upload call answers it (wire contract §2.8). */
export interface Attachment {
  url: string;
  full_url: string;
  name: string;
  size: number;
  mimetype: string;
}

export interface SendOptions {
  /** The field it is for, `enterprise/enterprise.photo_front`: what that does not take is refused before it is sent. */
  of?: string;
  /** Kept out of the public folder. */
  isPrivate?: boolean;
  onProgress?: (part: number) => void;
  /** `siteConfig.upload.mode`: other than `local`, public files go straight to a bucket. */
  mode?: string;
  /** Called with the control of a file that is sent in pieces: pause, resume, discard. */
  onControl?: (control: SendControl) => void;
  /** Called when the line is lost or back, for a file that is sent in pieces; it resumes from what has arrived. */
  onLost?: (lost: boolean) => void;
  signal?: AbortSignal;
}

export interface SendControl {
  pause(): void;
  resume(): void;
  /** Stops it, and has the pieces that are there removed. */
  discard(): void;
}
