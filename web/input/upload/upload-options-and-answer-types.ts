/** An attachment as the upload call answers it (wire contract §2.8). */
export interface UploadedAttachment {
  url: string;
  full_url: string;
  name: string;
  size: number;
  mimetype: string;
}

export interface SendFileOptions {
  /**
   * The field that the file is for, `enterprise/enterprise.photo_front`. A file that it does not accept is refused
   * before it is sent.
   */
  of?: string;
  /** The file is stored outside the public folder. */
  isPrivate?: boolean;
  /** Ticket of somebody without an account, who sends the file in pieces (`X-Upload-Ticket`). */
  ticket?: string;
  /** SHA-256 of the picture that this smaller one was made from. */
  reducedFrom?: string;
  onProgress?: (part: number) => void;
  /** `siteConfig.upload.mode`: other than `local`, public files go straight to a bucket. */
  mode?: string;
  /** Called with the control of a file that is sent in pieces: pause, resume, discard. */
  onControl?: (control: ResumableUploadControl) => void;
  /**
   * Called when the connection of a file sent in pieces is lost, or restored. The upload continues after the pieces
   * that arrived.
   */
  onLost?: (lost: boolean) => void;
  signal?: AbortSignal;
}

export interface ResumableUploadControl {
  pause(): void;
  resume(): void;
  /** Stops the upload and removes the pieces that have arrived. */
  discard(): void;
}
